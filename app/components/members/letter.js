// The text of a post: HTML that the server has sanitised. The window is named after the post.
import { useEffect } from "react";

export function Letter({ title, html, ...props }) {
  useEffect(() => {
    const before = document.title;
    document.title = title;
    return () => {
      // Next names a window that goes on to another page by itself.
      if (document.title === title) document.title = before;
    };
  }, [title]);
  return html ? <div {...props} dangerouslySetInnerHTML={{ __html: html }} /> : null;
}
