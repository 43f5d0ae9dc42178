import '../overlays/floating.css';

export function KeyCap({ children }: { readonly children: string }) {
  return <kbd className="key-cap">{children}</kbd>;
}
