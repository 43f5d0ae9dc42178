import { announce } from './announce.ts';
import { setCode } from './codes.ts';
import type { AdminCommand } from './command.ts';
import { setStatus, showFeatures, suppress } from './features.ts';
import { packages, setPackage } from './packages.ts';
import { takeSecondStepAway } from './second-step.ts';
import { tenants } from './tenants.ts';

/** Everything an operator can do, in the order of the help. */
export const adminCommands: readonly AdminCommand[] = [
  tenants,
  announce,
  suppress,
  setStatus,
  showFeatures,
  packages,
  setPackage,
  setCode,
  takeSecondStepAway,
];
