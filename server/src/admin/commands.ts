import { announce } from './announce.ts';
import { deleteTenant } from './delete-tenant.ts';
import { exempt, giveCredit, listInvoices, refundInvoice } from './billing.ts';
import { setCode } from './codes.ts';
import type { AdminCommand } from './command.ts';
import { redrive } from './dead-letters.ts';
import { setStatus, showFeatures, suppress } from './features.ts';
import { logOut } from './log-out.ts';
import { setOperator } from './operators.ts';
import { packages, setPackage } from './packages.ts';
import { addRateCard, rates } from './rate-cards.ts';
import { reencryptSecrets } from './reencrypt.ts';
import { takeSecondStepAway } from './second-step.ts';
import { setAside } from './set-aside.ts';
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
  rates,
  addRateCard,
  listInvoices,
  exempt,
  giveCredit,
  refundInvoice,
  takeSecondStepAway,
  logOut,
  setOperator,
  setAside,
  deleteTenant,
  redrive,
  reencryptSecrets,
];
