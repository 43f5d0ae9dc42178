/** The version of the product, at the end of every page. */
export const VersionLabel = () => (
  <span>
    Watchpost <span className="nowrap">v_{import.meta.env.VERSION}</span>
  </span>
);
