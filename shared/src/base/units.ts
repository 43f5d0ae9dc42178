/** The most that a column of whole numbers holds. What says more is a mistake, and counts as this. */
export const mostUnits = 2_147_483_647;
