from dataclasses import dataclass
from pathlib import Path
MASTERS=Path(__file__).parents[2]/"assets"/"pictures"
@dataclass
class D:
    name:str="x"; width:int=10; height:int=10; placeholder:str=""; fallback:str="/pictures/x.jpg"
    sources=None
    def __post_init__(self): self.sources={}
def derive(n,f): return D()
