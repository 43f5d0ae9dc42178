import * as z from 'zod/mini';

/** The sign for no threshold, also where the brand or the seller account has a default. */
export const NO_THRESHOLD = 'none';

/** Lets the settings that are unset until people set them also take the sign for no threshold. */
export function allowingNone(settings: z.ZodMiniObject): z.ZodMiniObject {
  const unset = Object.entries<unknown>(settings.parse({})).flatMap(([name, usual]) => (usual === null ? [name] : []));
  const allowing = unset.flatMap((name) => {
    const schema = settings.shape[name];
    return schema ? [[name, z.union([schema, z.literal(NO_THRESHOLD)])] as const] : [];
  });
  return z.extend(settings, Object.fromEntries(allowing));
}

/** Settings with `null` instead of the sign: nothing is left to inherit where they are judged. */
export function withoutNone(settings: unknown): unknown {
  if (settings === null || typeof settings !== 'object') return settings;
  return Object.values(settings).includes(NO_THRESHOLD)
    ? Object.fromEntries(
        Object.entries(settings).map(([name, value]: [string, unknown]) => [
          name,
          value === NO_THRESHOLD ? null : value,
        ]),
      )
    : settings;
}
