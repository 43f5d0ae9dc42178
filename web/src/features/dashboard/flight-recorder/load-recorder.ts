import { loadPart } from '../../../lib/load-part.ts';

export const loadRecorder = async () => ({
  default: (await loadPart(() => import('./FlightRecorder.tsx'))).FlightRecorder,
});
