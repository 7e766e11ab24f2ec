export class Component {}
export const createElement = (type, props, ...children) => ({ type, props, children });
export const Fragment = "fragment";
export const startTransition = (task) => task();
export const createContext = (value) => ({ value });
export const useContext = (context) => context.value;
export const useEffect = (effect) => void effect();
export const useLayoutEffect = useEffect;
export const useMemo = (make) => make();
export const useReducer = (_reduce, value) => [value, () => {}];
export const useSyncExternalStore = (_subscribe, _read, readHydrating) => readHydrating();
export const useRef = (current) => ({ current });
const first = (value) => (typeof value === "function" ? value() : value);
export const useState = (value) => [
  first(value),
  (change) => {
    errors.push(change);
  },
];
