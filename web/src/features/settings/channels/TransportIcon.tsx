import { type TransportId, transportsById } from '@app/shared/transports/registry.ts';

/** The strokes that the transport declares, drawn like the other icons. */
export function TransportIcon({ id }: { readonly id: TransportId }) {
  return (
    <svg
      width={16}
      height={16}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {transportsById[id].icon.map((path) => (
        <path key={path} d={path} />
      ))}
    </svg>
  );
}
