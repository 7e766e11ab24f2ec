// Nothing that is meant for one visitor is ever kept.
export const isStorable = ({ status, redirected, headers }) =>
  status === 200 && !redirected && !/\b(private|no-store)\b/.test(headers.get("cache-control") || "");
