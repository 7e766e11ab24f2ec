// Takes hold of Next's router by names that it keeps to itself; next.config.js checks that they are still there.
import NextRouter from "next/dist/shared/lib/router/router";
import Router from "next/router";
import { useEffect } from "react";
import { change, keepAddress, start, unlessCancelled } from "$/app/navigation/navigation.js";

if (typeof window !== "undefined" && process.env.NODE_ENV === "production") {
  const { changeState } = NextRouter.prototype;
  NextRouter.prototype.changeState = function (method, url, as, options) {
    keepAddress(() => changeState.call(this, method, url, as, options), method, as);
  };
}

/** Looks after navigations from the page's first moment on; draws nothing. */
export function Navigation() {
  useEffect(() => {
    if (process.env.NODE_ENV !== "production") return;
    start();
    intercept(Router.router);
  }, []);
  return null;
}

function intercept(router) {
  const navigate = router.change;
  router.change = async (method, url, as, options, scroll) => {
    const go = () => navigate.call(router, method, url, as, options, scroll);
    if (options._h) return go().catch(unlessCancelled); // Next reads the query: nobody is taken anywhere
    return change(go, { method, address: as, from: router.asPath, ready: () => router.pageLoader.getPageList() });
  };
}
