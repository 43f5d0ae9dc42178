/** An error that the operator can correct. Its message is printed without a stack. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}
