import { mayCause, type IncidentProblem } from '@app/shared/watchdogs/causes.ts';
import { relationText } from '@app/shared/world/issues/incidents.ts';
import type { Tx } from '../../../../lib/db/db.ts';
import type { ClaimedMessage } from '../../outbox/message.ts';
import { findFirstTold, listMemberKinds, type FirstTold } from './membership-queries.ts';

/** The incident of which the item of a flip is a member, as a message tells it. */
export interface Membership {
  readonly incidentId: string;
  /** The members of the incident that belong to the product. */
  readonly problems: readonly IncidentProblem[];
  /** The attribute that the products of the incident share: 'seller A2UKR47RHS0DCY'; empty if none is known. */
  readonly common: string;
  /** "Because the listing is suspended"; `null` if no other member of the product is related to it. */
  readonly text: string | null;
  /** True if the recipient was told of a member before. */
  readonly isAddition: boolean;
}

interface MemberLine {
  readonly type: string;
  readonly productId: string;
  /** The incident of the item now; `null` without one. */
  readonly memberOf: string | null;
}

export interface ToldTogether<Line> {
  readonly lines: readonly (Line & { readonly membership: Membership | null })[];
  /** The first message that told the recipient of the incident of all lines; `null` if they are of several or of none. */
  readonly thread: FirstTold | null;
}

/** Adds to each line its incident, and finds the message that the new one continues. */
export async function withMemberships<Line extends MemberLine>(
  tx: Tx,
  message: ClaimedMessage,
  lines: readonly Line[],
): Promise<ToldTogether<Line>> {
  const incidentIds = [...new Set(lines.flatMap(({ memberOf }) => memberOf ?? []))];
  if (incidentIds.length === 0) return { lines: lines.map((line) => ({ ...line, membership: null })), thread: null };
  const wanted = { incidentIds, productIds: [...new Set(lines.map(({ productId }) => productId))] };
  const kinds = new Map(
    (await listMemberKinds(tx, message.tenantId, wanted)).map((row) => [
      keyOf(row),
      { ...row, problems: row.members.map((one) => ({ type: one.type, mayCause: mayCause(one) })) },
    ]),
  );
  const told = new Map((await findFirstTold(tx, message, wanted)).map((first) => [first.incidentId, first]));
  const [incidentId] = incidentIds;
  const areTogether = incidentIds.length === 1 && lines.every(({ memberOf }) => memberOf !== null);
  return {
    lines: lines.map((line) => ({ ...line, membership: membershipOf(line, { kinds, told }) })),
    thread: areTogether ? (told.get(incidentId ?? '') ?? null) : null,
  };
}

interface KnownIncidents {
  readonly kinds: ReadonlyMap<string, Pick<Membership, 'problems' | 'common'>>;
  readonly told: ReadonlyMap<string, FirstTold>;
}

function membershipOf({ type, productId, memberOf }: MemberLine, { kinds, told }: KnownIncidents): Membership | null {
  if (memberOf === null) return null;
  const known = kinds.get(keyOf({ incidentId: memberOf, productId }));
  const { problems, common } = known ?? { problems: [{ type, mayCause: true }], common: '' };
  return { incidentId: memberOf, problems, common, text: relationText(type, problems), isAddition: told.has(memberOf) };
}

const keyOf = ({ incidentId, productId }: { readonly incidentId: string; readonly productId: string }): string =>
  `${incidentId} ${productId}`;
