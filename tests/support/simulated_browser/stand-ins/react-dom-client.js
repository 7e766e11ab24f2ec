export const createRoot = () => {};
