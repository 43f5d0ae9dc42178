export interface ReplayEntry {
  /** The file name, or `file#operation-status-number` for an example in a model. */
  readonly name: string;
  readonly kind: 'response' | 'notification' | 'report';
  /** The operation id, or the report type for a report; undefined if the source of the body is unknown. */
  readonly operationId: string | undefined;
  readonly status: number;
  /** Header names are in lower case; connection headers are removed. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}
