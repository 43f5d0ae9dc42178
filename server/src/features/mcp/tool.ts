import * as z from 'zod/mini';
import type { Program } from '../../http/actor.ts';
import type { ReadContext } from '../public-api/reads/read-context.ts';

type ObjectSchema = z.ZodMiniObject;

interface ToolCall<Input> {
  readonly ctx: ReadContext;
  /** The person whose rights apply, with the scopes of the token. */
  readonly program: Program;
  readonly input: Input;
  /** The instant of the answer, as ISO 8601. */
  readonly now: string;
}

interface ToolDeclaration<In extends ObjectSchema, Out extends ObjectSchema> {
  readonly name: string;
  readonly title: string;
  /** The text by which a model decides when to call the tool. */
  readonly description: string;
  readonly input: In;
  readonly output: Out;
  answer(call: ToolCall<z.output<In>>): Promise<z.input<Out>>;
}

/** A question that a program can ask by the Model Context Protocol. It reads and never changes anything. */
export interface Tool extends Pick<
  ToolDeclaration<ObjectSchema, ObjectSchema>,
  'name' | 'title' | 'description' | 'input' | 'output'
> {
  /** Takes arguments that fit `input`. An undeclared field of the answer is left out. */
  answer(call: ToolCall<unknown>): Promise<Record<string, unknown>>;
}

export const tool = <In extends ObjectSchema, Out extends ObjectSchema>(
  declaration: ToolDeclaration<In, Out>,
): Tool => ({
  ...declaration,
  answer: async (call) =>
    z.parse(declaration.output, await declaration.answer({ ...call, input: z.parse(declaration.input, call.input) })),
});
