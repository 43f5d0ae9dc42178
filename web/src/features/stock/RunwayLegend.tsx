/** What the bars show; the lengths are days. */
export const RunwayLegend = () => (
  <ul className="legend" aria-label="Legend">
    <li>
      <i className="legend__mark bar__stock" aria-hidden="true" />
      In stock
    </li>
    <li>
      <i className="legend__mark bar__way" aria-hidden="true" />
      On the way
    </li>
    <li>
      <i className="legend__mark bar__empty" aria-hidden="true" />
      Empty shelf
    </li>
    <li>
      <i className="legend__line" aria-hidden="true" />
      Alert at
    </li>
  </ul>
);
