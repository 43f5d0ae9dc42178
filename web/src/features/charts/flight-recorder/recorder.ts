import { lazyPart } from '../../../lib/browser/lazy-part.tsx';
import { loadPart } from '../../../lib/browser/load-part.ts';

export const recorder = lazyPart(async () => (await loadPart(() => import('./FlightRecorder.tsx'))).FlightRecorder);
