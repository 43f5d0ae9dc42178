const queryNames: Readonly<Record<string, string>> = {
  QueueDoesNotExist: 'AWS.SimpleQueueService.NonExistentQueue',
};

/** An SQS error: provides the JSON body and the error header of the older query protocol. */
export class SqsError extends Error {
  override name = 'SqsError';
  readonly code: string;
  readonly status: number;

  constructor(code: string, message: string, status = 400) {
    super(message);
    this.code = code;
    this.status = status;
  }

  get body(): { __type: string; message: string } {
    return { __type: `com.amazonaws.sqs#${this.code}`, message: this.message };
  }

  get queryError(): string {
    return `${queryNames[this.code] ?? this.code};Sender`;
  }
}
