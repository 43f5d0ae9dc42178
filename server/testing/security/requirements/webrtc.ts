import { absent } from '../requirement.ts';

const ids = ['17.1.1', '17.2.1', '17.2.2', '17.2.3', '17.2.4', '17.3.1', '17.3.2'];

export const webRtc = ids.map((id) =>
  absent(id, 'There is no WebRTC, and the pages may use neither camera nor microphone.'),
);
