// Deletes the cookies of the analytics tag.
import { cookies } from "$/app/browser/cookies.js";

export function deleteCookies() {
  const domains = location.hostname.split(".").map((_, at, parts) => parts.slice(at).join("."));
  for (const [name] of cookies.text.split("; ").map((cookie) => cookie.split("="))) {
    if (!/^_g(a|id|at)/.test(name)) continue;
    for (const domain of ["", ...domains.map((each) => `; domain=${each}`)])
      cookies.text = `${name}=; path=/; max-age=0${domain}`;
  }
}
