// Runs before the first paint, so that a dark screen does not flash white. src/lib/browser/theme.ts takes over from here,
// and the build puts src/first-calls.ts behind this script.
try {
  const chosen = localStorage.getItem('watchpost.theme');
  const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
} catch {
  document.documentElement.dataset.theme = 'light';
}
