import { lazyPart } from '../../../lib/lazy-part.tsx';
import { loadPart } from '../../../lib/load-part.ts';

export const recorder = lazyPart(async () => (await loadPart(() => import('./FlightRecorder.tsx'))).FlightRecorder);
