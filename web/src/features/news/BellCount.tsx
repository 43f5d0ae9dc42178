import type { FreshNotices } from './news-mark.ts';

/** The number of new notifications on the bell; with a plus if there may be more than the list has room for. */
export function BellCount({ fresh: { ids, isCut } }: { readonly fresh: FreshNotices }) {
  if (ids.size === 0) return null;
  return (
    <>
      <span className="bell__count" aria-hidden="true">
        {isCut ? `${ids.size}+` : ids.size}
      </span>
      <span className="visually-hidden">{`${isCut ? 'At least ' : ''}${ids.size} new, `}</span>
    </>
  );
}
