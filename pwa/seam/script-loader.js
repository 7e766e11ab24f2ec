// Loads a script from the URL that the server sent in an event. The script stores its function in the `run` property of
// its own script element.
const PATH = "/_event/script"; // the same path as in app/members/scripts.py

/** @type {(address: string) => Promise<(scope: object) => any>} */
export const load = (address) =>
  new Promise((resolve, reject) => {
    if (!address.startsWith(`${PATH}?`)) throw new Error("The server sent a script without an address.");
    const script = /** @type {HTMLScriptElement & { run?: (scope: object) => any }} */ (
      document.createElement("script")
    );
    script.onload = script.onerror = () => {
      script.remove();
      if (script.run) resolve(script.run);
      else reject(new Error("A script of the server could not be loaded, or contains an error."));
    };
    script.src = address;
    document.head.append(script);
  });
