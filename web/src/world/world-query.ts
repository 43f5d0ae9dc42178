/** The parameters of the first load of a browser that holds no world. */
export const firstLoadQuery = { init: 'true' } as const;

/** The parameters of every load: the answer in columns, and a first one in parts. */
export const everyLoadQuery = { packed: 'true', parts: 'true' } as const;
