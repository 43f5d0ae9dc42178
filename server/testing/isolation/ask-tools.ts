import { withClient } from '../../../scripts/postgres/database.ts';
import type { PopulatedTenant } from '../database/populate.ts';
import { sendToolCall, type ToolQuestion } from '../mcp/ask-tool.ts';
import { namesOneThing, questionsWith } from '../mcp/questions.ts';
import { firstDifference } from './answer-text.ts';
import type { Login } from './house.ts';
import type { PlantedTenant } from './planted-rows.ts';
import type { Finding, Twins } from './run-matrix.ts';

interface ToolsOptions {
  readonly a: PlantedTenant;
  readonly b: PlantedTenant;
  /** The servers that users of tenant `b` call; `without` has no data of tenant `a`. */
  readonly apart: Twins;
  /** The servers that the user of tenant `a` calls; `without` lacks the seller account hidden from this user. */
  readonly within: Twins;
}

interface Asker {
  readonly title: string;
  readonly twins: Twins;
  readonly login: Login;
  readonly own: readonly PopulatedTenant[];
  readonly foreign: readonly PopulatedTenant[];
  readonly secrets: readonly string[];
  readonly isOwner: boolean;
}

/** Asks every tool with own and foreign ids, and compares the answers with those of a server without the others. */
export async function askTools({ a, b, apart, within }: ToolsOptions): Promise<readonly Finding[]> {
  const ofB = { twins: apart, own: b.known, foreign: [...a.known, a.hidden], secrets: a.secrets };
  const askers: readonly Asker[] = [
    { title: 'assistant of another owner', ...ofB, login: b.owner, isOwner: true },
    { title: 'assistant of another user', ...ofB, login: b.user, isOwner: false },
    {
      title: 'assistant without access',
      twins: within,
      login: a.user,
      own: a.known,
      foreign: [a.hidden, ...b.known],
      secrets: [a.hidden.marker, ...b.secrets],
      isOwner: false,
    },
  ];
  const findings: Finding[] = [];
  for (const asker of askers) {
    for (const house of [asker.twins.real, asker.twins.without]) {
      await withClient(house.database.superuserUrl, (client) => client.query('delete from token_calls'));
    }
    const own = asker.own.flatMap(questionsWith).map((question) => ({ question, isForeign: false }));
    const foreign = asker.foreign.flatMap(questionsWith).map((question) => ({ question, isForeign: true }));
    for (const asked of [...own, ...foreign]) findings.push(...(await ask(asker, asked)));
  }
  return findings;
}

interface AskedQuestion {
  readonly question: ToolQuestion;
  readonly isForeign: boolean;
}

async function ask(asker: Asker, { question, isForeign }: AskedQuestion): Promise<readonly Finding[]> {
  const { title, twins, login, secrets, isOwner } = asker;
  const answers = [];
  for (const { app } of [twins.real, twins.without]) {
    const { statusCode, body } = await sendToolCall(app, question, login.token ?? '');
    answers.push(`${statusCode} ${body}`);
  }
  const [told = '', toldWithout = ''] = answers;
  const isRefused = !told.startsWith('200') || told.includes('"isError":true');
  const isUnknown = isForeign && namesOneThing(question);
  const mustRefuse = isUnknown || (question.name === 'cost_breakdown' && !isOwner);
  const secret = secrets.find((one) => told.includes(one));
  const problems = [
    told !== toldWithout && `answers differ: ${firstDifference(told, toldWithout)}`,
    secret !== undefined && `tells ${secret}`,
    isRefused !== mustRefuse && `answers ${told.slice(0, 200)}`,
  ].filter((problem) => problem !== false);
  return problems.map((what) => ({ caller: title, name: question.name, what }));
}
