// Shows a post and sets the document title to the post's title.
import { useEffect } from "react";

/**
 * @param {{ windowTitle: string, html: string } & import("react").ComponentProps<"div">} props
 *   `html` is safe HTML from the server
 */
export function Letter({ windowTitle: title, html, ...props }) {
  useEffect(() => {
    const before = document.title;
    document.title = title;
    return () => {
      // Restores the previous title, unless the next page has already set another.
      if (document.title === title) document.title = before;
    };
  }, [title]);
  return html ? <div {...props} dangerouslySetInnerHTML={{ __html: html }} /> : null;
}
