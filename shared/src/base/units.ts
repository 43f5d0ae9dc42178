/** The largest value of an `integer` column. A larger number is a mistake of its source and is stored as this one. */
export const mostUnits = 2_147_483_647;
