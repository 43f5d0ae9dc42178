export interface ReplayEntry {
  /** The file's name, or for an example inside a model `file#operation-status-number`. */
  readonly name: string;
  readonly kind: 'response' | 'notification' | 'report';
  /** The report type for a report; undefined when nothing says where the body came from. */
  readonly operationId: string | undefined;
  readonly status: number;
  /** In lower case, without those that belong to the connection. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}
