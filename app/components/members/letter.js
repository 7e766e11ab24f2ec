// Shows a post and sets the document title to the post's title.
import { useEffect } from "react";

/**
 * @param {{ windowTitle: string, html: string } & import("react").ComponentProps<"div">} props
 *   the server has made `html` safe
 */
export function Letter({ windowTitle: title, html, ...props }) {
  useEffect(() => {
    const before = document.title;
    document.title = title;
    return () => {
      // The next page may have set its title already.
      if (document.title === title) document.title = before;
    };
  }, [title]);
  return html ? <div {...props} dangerouslySetInnerHTML={{ __html: html }} /> : null;
}
