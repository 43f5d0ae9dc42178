import type { PictureShape, Template } from '../catalogue/template.ts';
import type { Details } from '../model/details.ts';

/** The usual material of each shape. */
const materials: Partial<Record<PictureShape, readonly [english: string, german: string]>> = {
  bottle: ['Stainless Steel', 'Edelstahl'],
  pan: ['Cast Iron', 'Gusseisen'],
  pot: ['Stainless Steel', 'Edelstahl'],
  kettle: ['Stainless Steel', 'Edelstahl'],
  press: ['Glass', 'Glas'],
  board: ['Acacia Wood', 'Akazienholz'],
  jar: ['Glass', 'Glas'],
  mug: ['Stoneware', 'Steingut'],
  lunchbox: ['Stainless Steel', 'Edelstahl'],
  knife: ['Carbon Steel', 'Kohlenstoffstahl'],
  cushion: ['Cotton', 'Baumwolle'],
  towel: ['Cotton', 'Baumwolle'],
  basket: ['Seagrass', 'Seegras'],
  planter: ['Terracotta', 'Terrakotta'],
  wateringCan: ['Galvanised Steel', 'Verzinkter Stahl'],
  toy: ['Beech Wood', 'Buchenholz'],
  puzzle: ['Cardboard', 'Karton'],
  notebook: ['Paper', 'Papier'],
};

/** Returns the texts of a product page in the marketplace's language. */
export function detailsIn(marketplace: string, template: Template, variant: string): Details {
  const isGerman = marketplace === 'DE';
  const title = titleOf(template, variant, marketplace);
  const bullets = bulletsOf(template, marketplace);
  const [english, german] = materials[template.shape] ?? ['Wood', 'Holz'];
  return {
    title,
    bullets,
    description: `${title}. ${bullets.join(' ')}`,
    color: variant,
    material: isGerman ? german : english,
    careInstructions: isGerman ? 'Mit einem feuchten Tuch abwischen' : 'Wipe with a damp cloth',
    includedComponents: isGerman ? `1 x ${template.brand}, Anleitung` : `1 x ${template.brand} product, care guide`,
  };
}

/** Returns the texts of a parent, which name no variant. */
export function parentDetailsIn(marketplace: string, template: Template): Details {
  const details = detailsIn(marketplace, template, '');
  const title = details.title.replace(/,\s*$/, '').trim();
  return { ...details, title, description: `${title}. ${details.bullets.join(' ')}`, color: '' };
}

function titleOf(template: Template, variant: string, marketplace: string): string {
  const title = marketplace === 'DE' ? (template.titleDe ?? template.title) : template.title;
  return title.replace('{}', variant);
}

function bulletsOf({ brand }: Template, marketplace: string): string[] {
  if (marketplace === 'DE') {
    return [
      `DURCHDACHT: ${brand} entwirft für den täglichen Gebrauch und prüft jedes Stück vor dem Versand.`,
      'LANGLEBIG: Ausgewählte Materialien, die Jahre halten und sich leicht reinigen lassen.',
      'VIELSEITIG: Passt in kleine Wohnungen ebenso wie in große Küchen und Gärten.',
      'NACHHALTIG VERPACKT: Kommt ohne Plastik in einem Karton aus Recyclingpapier.',
      'ZUFRIEDEN ODER GELD ZURÜCK: Unser Kundendienst antwortet innerhalb eines Werktags.',
    ];
  }
  return [
    `THOUGHTFULLY DESIGNED: ${brand} designs for everyday use and checks every piece before it ships.`,
    'MADE TO LAST: Carefully chosen materials that keep for years and are easy to clean.',
    'FITS YOUR HOME: At ease in a small flat as much as in a large kitchen or garden.',
    'PLASTIC-FREE PACKAGING: Arrives in a recycled cardboard box that makes a good gift.',
    'SATISFACTION GUARANTEED: Our customer service answers within one working day.',
  ];
}
