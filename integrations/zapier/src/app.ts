import zapier from 'zapier-platform-core';
import manifest from '../package.json' with { type: 'json' };
import { connectionBroken, invoicePaid, productTracked } from './account-events.ts';
import { alertHealed, alertRaised } from './alerts.ts';
import { authentication } from './authentication.ts';
import { muteIssue, setIssueStatus } from './issues.ts';
import { findProduct } from './products.ts';
import { explainErrors, sendToken } from './requests.ts';

/** Watchpost's app for Zapier. A test checks its structure with Zapier's own validator. */
const app = {
  version: manifest.version,
  platformVersion: zapier.version,
  authentication,
  beforeRequest: [sendToken],
  afterResponse: [explainErrors],
  triggers: {
    [alertRaised.key]: alertRaised,
    [alertHealed.key]: alertHealed,
    [productTracked.key]: productTracked,
    [connectionBroken.key]: connectionBroken,
    [invoicePaid.key]: invoicePaid,
  },
  creates: { [muteIssue.key]: muteIssue, [setIssueStatus.key]: setIssueStatus },
  searches: { [findProduct.key]: findProduct },
};

export default app;
