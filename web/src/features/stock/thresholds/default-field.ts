/** The text of one field of the default thresholds. */
export interface DefaultText {
  readonly typed: string;
  /** The value that was sent last, so that leaving the field after Enter does not send it again. */
  readonly sent: string;
  readonly stored: string;
}

export const defaultText = (stored: string): DefaultText => ({ typed: stored, sent: stored, stored });

/** The field once another value is stored. A text that was typed since the last one was sent stays, to be sent too. */
export const followStored = ({ typed, sent }: DefaultText, stored: string): DefaultText =>
  typed.trim() === sent ? defaultText(stored) : { typed, sent: stored, stored };
