const context = { __NEXT_DATA__: { page: "/", buildId: "1" } };
export class Head {
  context = context;
  getScripts({ allFiles }) {
    const scripts = allFiles.filter((file) => file.endsWith(".js"));
    return scripts.map((file) => ({ props: { src: `/_next/${file}` } }));
  }
  getPolyfillScripts() {
    return ["polyfills"];
  }
}
export const Html = "html",
  Main = "main";
export const NextScript = { contextType: { value: context } };
