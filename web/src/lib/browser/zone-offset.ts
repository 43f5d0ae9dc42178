/** The viewer's minutes ahead of UTC. JavaScript counts minutes west of Greenwich, the API counts minutes east. */
export const zoneOffsetMinutes = (): number => -new Date().getTimezoneOffset();
