import type { Requirement } from '../requirement.ts';
import { authentication } from './authentication.ts';
import { authorization } from './authorization.ts';
import { browser } from './browser.ts';
import { coding } from './coding.ts';
import { communication } from './communication.ts';
import { configuration } from './configuration.ts';
import { cryptography } from './cryptography.ts';
import { data } from './data.ts';
import { encoding } from './encoding.ts';
import { files } from './files.ts';
import { logging } from './logging.ts';
import { oauth2 } from './oauth.ts';
import { services } from './services.ts';
import { sessions } from './sessions.ts';
import { tokens } from './tokens.ts';
import { validation } from './validation.ts';
import { webRtc } from './webrtc.ts';

/** The requirements by chapter of OWASP ASVS 5.0.0, in its order. */
export const requirements: readonly Requirement[] = [
  encoding,
  validation,
  browser,
  services,
  files,
  authentication,
  sessions,
  authorization,
  tokens,
  oauth2,
  cryptography,
  communication,
  configuration,
  data,
  coding,
  logging,
  webRtc,
].flat();
