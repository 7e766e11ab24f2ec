from tests.support.engines.launch import install

if __name__ == "__main__":
    install()
