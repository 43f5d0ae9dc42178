interface QueryResult {
  readonly data: unknown;
  readonly isError: boolean;
}

/** Whether an answer did not arrive. After a refresh that failed the last answer is still there, and stays on screen. */
export const isMissing = ({ data, isError }: QueryResult): boolean => isError && data === undefined;
