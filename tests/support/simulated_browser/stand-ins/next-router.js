const handlers = {};
const Router = {
  isReady: true,
  pathname: "/",
  query: {},
  asPath: "/",
  components: {},
  router: {},
  events: {
    on: (name, handler) => {
      (handlers[name] ||= []).push(handler);
    },
    emit: (name, ...values) => (handlers[name] || []).forEach((handler) => handler(...values)),
  },
};
export default Router;
export const useRouter = () => Router;
