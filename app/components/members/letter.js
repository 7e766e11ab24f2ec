// The text of a post; its title becomes the window's title.
import { useEffect } from "react";

/**
 * @param {{ windowTitle: string, html: string } & import("react").ComponentProps<"div">} props `html` is sanitised by
 *   the server
 */
export function Letter({ windowTitle: title, html, ...props }) {
  useEffect(() => {
    const before = document.title;
    document.title = title;
    return () => {
      // Next may have set the next page's title already.
      if (document.title === title) document.title = before;
    };
  }, [title]);
  return html ? <div {...props} dangerouslySetInnerHTML={{ __html: html }} /> : null;
}
