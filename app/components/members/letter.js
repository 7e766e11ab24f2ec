// The text of a post, whose title becomes the window's.
import { useEffect } from "react";

/**
 * @param {{ windowTitle: string, html: string } & import("react").ComponentProps<"div">} props HTML that the server has
 *   sanitised, and attributes of the element around it
 */
export function Letter({ windowTitle: title, html, ...props }) {
  useEffect(() => {
    const before = document.title;
    document.title = title;
    return () => {
      // On a navigation Next may have set the next page's title already.
      if (document.title === title) document.title = before;
    };
  }, [title]);
  return html ? <div {...props} dangerouslySetInnerHTML={{ __html: html }} /> : null;
}
