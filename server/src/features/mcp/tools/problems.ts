import * as z from 'zod/mini';
import { getAlert, type ApiAlert } from '@app/shared/contract/public-api/alerts.ts';
import { issueStatusNames } from '@app/shared/contract/public-api/shapes.ts';
import { readAlert } from '../../public-api/reads/alerts.ts';
import { readProblems } from '../../public-api/reads/problems.ts';
import { fitAnswer } from '../answers/fit.ts';
import {
  asOf,
  nextCursor,
  pageInput,
  productFields,
  productFieldsOf,
  riskOf,
  riskShape,
  untrusted,
} from '../answers/shapes.ts';
import { cleanText, cleanTextOrNull } from '../answers/untrusted.ts';
import { tool } from '../tool.ts';

const alertFields = {
  alertId: z.string(),
  issueId: z.string(),
  at: z.string(),
  level: z.enum(['alert', 'warning', 'improvement']),
  watchdog: z.string(),
  headline: z.string(),
  isOpen: z.boolean(),
  status: z.enum(issueStatusNames),
  mutedUntil: z.nullable(z.string()),
  moneyAtRisk: riskShape,
  ...productFields,
  sellerId: z.string(),
};

const alertTexts = {
  productName: z.string(),
  sellerAccountName: z.string(),
  message: z.nullable(z.string()),
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
};

const alertFieldsOf = (alert: ApiAlert, now: string) => ({
  alertId: alert.id,
  issueId: alert.issue.watchDogId,
  at: alert.at,
  level: alert.level,
  watchdog: alert.watchdog,
  headline: alert.title,
  isOpen: alert.issue.isOpen,
  status: alert.issue.status,
  mutedUntil: alert.issue.mutedUntil,
  moneyAtRisk: riskOf(alert.moneyAtRisk, now),
  ...productFieldsOf(alert.product),
  sellerId: alert.sellerAccount.sellerId,
});

const alertTextsOf = (alert: ApiAlert) => ({
  productName: cleanText(alert.product.name),
  sellerAccountName: cleanText(alert.sellerAccount.name),
  message: cleanTextOrNull(alert.message),
  from: cleanTextOrNull(alert.from),
  to: cleanTextOrNull(alert.to),
});

export const listProblems = tool({
  name: 'list_problems',
  title: 'What to do today',
  description:
    'Lists the open problems of all products, the most urgent first: alerts before warnings, then by the money at risk per day. Call this to answer what to do today, then explain_alert for one of them.',
  input: z.object(pageInput),
  output: z.object({
    asOf,
    problems: z.array(z.object({ ...alertFields, untrusted: untrusted(alertTexts) })),
    areOnlyNewest: z
      .boolean()
      .check(z.describe('True if there are more than 1000 open problems, of which the newest are ranked')),
    nextCursor,
  }),
  answer: ({ ctx, program, input, now }) =>
    fitAnswer(input.limit, async (limit) => {
      const { data, ...page } = await readProblems(ctx, program, { ...input, limit });
      const problems = data.map((alert) => ({ ...alertFieldsOf(alert, now), untrusted: alertTextsOf(alert) }));
      return { asOf: now, problems, ...page };
    }),
});

const severities = z.enum(['ok', 'warning', 'alert']);
/** The number of lines of evidence, and of earlier changes, that are shown at most. */
const mostLines = 20;

export const explainAlert = tool({
  name: 'explain_alert',
  title: 'Explain an alert',
  description:
    'Explains one alert by its alertId: the evidence, the state before and after, how the watchdog works, the next steps, and what happened to the same issue before.',
  input: z.object({
    alertId: z
      .clone(getAlert.params.def.shape.alertId)
      .check(z.describe('The alertId of list_problems or product_timeline')),
  }),
  output: z.object({
    asOf,
    ...alertFields,
    event: z.enum(['raised', 'healed']),
    before: severities,
    after: severities,
    aboutTheWatchdog: z.string(),
    nextSteps: z.array(z.string()),
    untrusted: untrusted({
      ...alertTexts,
      evidence: z.array(z.object({ label: z.string(), value: z.string() })),
    }),
    earlier: z.array(
      z.object({
        alertId: z.string(),
        at: z.string(),
        event: z.enum(['raised', 'healed']),
        level: alertFields.level,
        untrusted: untrusted({ message: z.nullable(z.string()) }),
      }),
    ),
    isComplete: z.boolean().check(z.describe('False if lines of evidence or earlier changes are left out')),
  }),
  async answer({ ctx, program, input, now }) {
    const alert = await readAlert(ctx, program, input.alertId);
    return fitAnswer(mostLines, async (lines) => ({
      asOf: now,
      ...alertFieldsOf(alert, now),
      event: alert.event,
      before: alert.before.status,
      after: alert.after.status,
      aboutTheWatchdog: alert.about,
      nextSteps: alert.nextSteps,
      untrusted: {
        ...alertTextsOf(alert),
        evidence: alert.evidence
          .slice(0, lines)
          .map(({ label, value }) => ({ label: cleanText(label), value: cleanText(value) })),
      },
      earlier: alert.earlier.slice(0, lines).map(({ id, at, event, level, message }) => ({
        alertId: id,
        at,
        event,
        level,
        untrusted: { message: cleanTextOrNull(message) },
      })),
      isComplete: alert.evidence.length <= lines && alert.earlier.length <= lines,
    }));
  },
});
