import { AppError } from '@app/shared/base/errors.ts';
import type { ProductSettingsResult } from '@app/shared/contract/product-settings.ts';
import type { TrackingState } from '@app/shared/domain/tracking.ts';
import type { Actor } from '../../http/actor.ts';
import type { Tx } from '../../lib/db/db.ts';
import { recordAudit } from '../accounts/audit-queries.ts';
import { seesAllAccounts } from '../accounts/queries.ts';
import { lockProducts } from '../catalog/tracking/tracking-queries.ts';
import { listSellerAccounts } from '../sellers/queries.ts';
import {
  countHeldBack,
  endSetup,
  getTrackingOfTenant,
  lockSettings,
  saveSettings,
  saveTracksNewProducts,
  stampNamed,
  type SettingsChange,
} from './product-settings-queries.ts';
import type { ProductSettingsRow } from './listed-product-queries.ts';
import { trackAtOnce } from './track-at-once.ts';

interface Settings {
  readonly state: TrackingState;
  /** The short-hand name; empty if there is none. */
  readonly shortName: string;
}

export interface Choice extends Settings {
  /** The settings that the user saw before changing them; `null` to overwrite the stored settings unconditionally. */
  readonly seen: Settings | null;
}

interface Choices {
  readonly choices: ReadonlyMap<string, Choice>;
  readonly accountsSetupDone: boolean;
  /** Whether new products are tracked automatically; `null` leaves the setting as it is. */
  readonly tracksNewProducts: boolean | null;
  readonly now: Date;
}

/**
 * Saves what a user has chosen for products, and starts or stops tracking them immediately. Nothing is saved if
 * somebody else has changed one of the same fields since the user loaded the products.
 */
export async function saveChoices(tx: Tx, actor: Actor, wanted: Choices): Promise<ProductSettingsResult> {
  const { tenantId } = actor;
  const { choices, now, tracksNewProducts } = wanted;
  if (tracksNewProducts !== null && !(await seesAllAccounts(tx, actor))) {
    throw new AppError('forbidden', {
      text: 'Only users who see all seller accounts may change this for new products. Please ask the owner',
    });
  }
  const before = await getTrackingOfTenant(tx, tenantId);
  const switched = tracksNewProducts === before.tracksNewProducts ? null : tracksNewProducts;
  const accounts = await listSellerAccounts(tx, actor);
  const sellerAccountIds = accounts.map(({ sellerAccountId }) => sellerAccountId);
  // If new products are tracked from now on, every product that was left out before may become tracked.
  const decidesAll = switched === true;
  await lockProducts(tx, { tenantId, sellerAccountIds, productIds: decidesAll ? null : [...choices.keys()] });
  const present = await lockSettings(tx, actor, [...choices.keys()]);
  if (present.length < choices.size) throw new AppError('notFound');
  const pairs = present.map((row) => ({ row, choice: choices.get(row.productId) ?? { ...row, seen: null } }));
  const conflicts = pairs.filter(({ row, choice }) => isConflict(row, choice)).map(({ row }) => row);
  if (conflicts.length > 0) return { saved: 0, conflicts: conflicts.map(shapeConflict), heldBack: 0 };
  const changes = pairs.map(({ row, choice }) => changeOf(row, choice)).filter((change) => change !== null);
  if (changes.length === 0 && switched === null && !wanted.accountsSetupDone) return nothingSaved;
  await saveSettings(tx, tenantId, { changes, now });
  if (switched !== null) await saveTracksNewProducts(tx, tenantId, switched);
  const chosen = changes.filter(({ state }) => state !== null).map(({ productId }) => productId);
  const version = await trackAtOnce(tx, {
    tenantId,
    sellerAccountIds,
    productIds: decidesAll ? null : chosen,
    now,
  });
  const productIds = changes.map(({ productId }) => productId);
  await stampNamed(tx, { tenantId, productIds, version });
  if (wanted.accountsSetupDone) await endSetup(tx, actor, { now, version });
  if (changes.length > 0 || switched !== null) await recordAudit(tx, [auditEvent(actor, { changes, switched, now })]);
  return { saved: changes.length, conflicts: [], heldBack: await countHeldBack(tx, tenantId, chosen) };
}

const nothingSaved: ProductSettingsResult = { saved: 0, conflicts: [], heldBack: 0 };

const fields = ['state', 'shortName'] as const;

/** True if somebody else has set a field that the user changes to another value than the user wants. */
const isConflict = (present: Settings, { seen, ...wanted }: Choice): boolean =>
  seen !== null &&
  fields.some(
    (field) => wanted[field] !== seen[field] && present[field] !== seen[field] && present[field] !== wanted[field],
  );

const shapeConflict = ({ productId, state, shortName }: ProductSettingsRow) => ({ productId, state, shortName });

/**
 * Returns the change of a product; `null` if there is none. Fields that the user has not changed keep their stored
 * value.
 */
function changeOf(present: ProductSettingsRow, { seen, ...wanted }: Choice): SettingsChange | null {
  const [state, shortName] = fields.map((field) =>
    seen !== null && wanted[field] === seen[field] ? present[field] : wanted[field],
  ) as [TrackingState, string];
  if (state === present.state && shortName === present.shortName) return null;
  return { productId: present.productId, shortName, state: state === present.state ? null : state };
}

interface ChoicesToSave {
  readonly changes: readonly SettingsChange[];
  readonly switched: boolean | null;
  readonly now: Date;
}

function auditEvent({ tenantId, email }: Actor, { changes, switched, now: at }: ChoicesToSave) {
  const count = (state: TrackingState) => changes.filter((change) => change.state === state).length;
  const counts = {
    tracked: count('tracked'),
    ignored: count('ignored'),
    'ignored until the first sale': count('ignoredUntilFirstSale'),
    renamed: changes.filter(({ state }) => state === null).length,
  };
  const details = {
    ...Object.fromEntries(Object.entries(counts).filter(([, number]) => number > 0)),
    ...(switched !== null && { 'track new products': { from: !switched, to: switched } }),
  };
  return { tenantId, at, actor: email, action: 'product settings changed', subject: '', details };
}
