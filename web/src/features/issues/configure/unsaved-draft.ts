/** The unsaved settings after a save: those that were changed while it was under way, and none otherwise. */
export const unsavedDraft = <Draft>(draft: Draft | null, sent: Draft): Draft | null => (draft === sent ? null : draft);
