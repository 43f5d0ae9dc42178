/** Colours of the specification (section 5), the wire form of a severity. The worst comes first. */
export const colours = ['RED', 'AMBER', 'GREEN'] as const;
export type Colour = (typeof colours)[number];

/** The scale of a watchdog's verdict. `improved` is an item that became ok because something got better. */
export type Severity = 'alert' | 'warning' | 'improved' | 'ok';

interface SeverityForms {
  /** Status of an item (specification, section 4). */
  readonly status: 0 | 1 | 2;
  readonly colour: Colour;
  /** Label of section 5. */
  readonly label: string;
  /** A character beside the label where no icon can be drawn, so that no severity is shown by colour alone. */
  readonly sign: string;
  /** The worst severity has the lowest rank. */
  readonly rank: number;
}

export const severityForms: Readonly<Record<Severity, SeverityForms>> = {
  alert: { status: 2, colour: 'RED', label: 'Alert', sign: '!', rank: 0 },
  warning: { status: 1, colour: 'AMBER', label: 'Warning', sign: '▲', rank: 1 },
  improved: { status: 0, colour: 'GREEN', label: 'Improvement', sign: '↑', rank: 2 },
  ok: { status: 0, colour: 'GREEN', label: 'OK', sign: '✓', rank: 3 },
};

const severityByColour = { RED: 'alert', AMBER: 'warning', GREEN: 'improved' } as const satisfies Record<
  Colour,
  Severity
>;

export const severityOfColour = (colour: Colour): 'alert' | 'warning' | 'improved' => severityByColour[colour];

/** An item that is initializing (99) has no severity yet and counts as ok. */
export function severityOfStatus(status: number): 'alert' | 'warning' | 'ok' {
  if (status === severityForms.alert.status) return 'alert';
  return status === severityForms.warning.status ? 'warning' : 'ok';
}

export const labelOfColour = (colour: Colour): string => severityForms[severityByColour[colour]].label;

export const rankOfColour = (colour: Colour): number => severityForms[severityByColour[colour]].rank;
