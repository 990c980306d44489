import af from './languages/af.json' with { type: 'json' };
import ar from './languages/ar.json' with { type: 'json' };
import az from './languages/az.json' with { type: 'json' };
import be from './languages/be.json' with { type: 'json' };
import bg from './languages/bg.json' with { type: 'json' };
import bn from './languages/bn.json' with { type: 'json' };
import bs from './languages/bs.json' with { type: 'json' };
import ca from './languages/ca.json' with { type: 'json' };
import cs from './languages/cs.json' with { type: 'json' };
import da from './languages/da.json' with { type: 'json' };
import de from './languages/de.json' with { type: 'json' };
import el from './languages/el.json' with { type: 'json' };
import en from './languages/en.json' with { type: 'json' };
import es from './languages/es.json' with { type: 'json' };
import et from './languages/et.json' with { type: 'json' };
import eu from './languages/eu.json' with { type: 'json' };
import fa from './languages/fa.json' with { type: 'json' };
import fi from './languages/fi.json' with { type: 'json' };
import fr from './languages/fr.json' with { type: 'json' };
import ga from './languages/ga.json' with { type: 'json' };
import gl from './languages/gl.json' with { type: 'json' };
import he from './languages/he.json' with { type: 'json' };
import hi from './languages/hi.json' with { type: 'json' };
import hr from './languages/hr.json' with { type: 'json' };
import hu from './languages/hu.json' with { type: 'json' };
import hy from './languages/hy.json' with { type: 'json' };
import id from './languages/id.json' with { type: 'json' };
import isl from './languages/is.json' with { type: 'json' };
import it from './languages/it.json' with { type: 'json' };
import ja from './languages/ja.json' with { type: 'json' };
import ka from './languages/ka.json' with { type: 'json' };
import kk from './languages/kk.json' with { type: 'json' };
import km from './languages/km.json' with { type: 'json' };
import ko from './languages/ko.json' with { type: 'json' };
import lt from './languages/lt.json' with { type: 'json' };
import lv from './languages/lv.json' with { type: 'json' };
import mk from './languages/mk.json' with { type: 'json' };
import mn from './languages/mn.json' with { type: 'json' };
import ms from './languages/ms.json' with { type: 'json' };
import mt from './languages/mt.json' with { type: 'json' };
import ne from './languages/ne.json' with { type: 'json' };
import nl from './languages/nl.json' with { type: 'json' };
import no from './languages/no.json' with { type: 'json' };
import pl from './languages/pl.json' with { type: 'json' };
import pt from './languages/pt.json' with { type: 'json' };
import ro from './languages/ro.json' with { type: 'json' };
import ru from './languages/ru.json' with { type: 'json' };
import shared from './languages/shared.json' with { type: 'json' };
import sk from './languages/sk.json' with { type: 'json' };
import sl from './languages/sl.json' with { type: 'json' };
import sq from './languages/sq.json' with { type: 'json' };
import sr from './languages/sr.json' with { type: 'json' };
import sv from './languages/sv.json' with { type: 'json' };
import sw from './languages/sw.json' with { type: 'json' };
import ta from './languages/ta.json' with { type: 'json' };
import th from './languages/th.json' with { type: 'json' };
import tl from './languages/tl.json' with { type: 'json' };
import tr from './languages/tr.json' with { type: 'json' };
import uk from './languages/uk.json' with { type: 'json' };
import ur from './languages/ur.json' with { type: 'json' };
import uz from './languages/uz.json' with { type: 'json' };
import vi from './languages/vi.json' with { type: 'json' };
import zh from './languages/zh.json' with { type: 'json' };
import type { Term } from './term.ts';

/** Every language's terms, by its BCP 47 tag; `shared` are those that belong to none. */
export const languages = {
  af,
  ar,
  az,
  be,
  bg,
  bn,
  bs,
  ca,
  cs,
  da,
  de,
  el,
  en,
  es,
  et,
  eu,
  fa,
  fi,
  fr,
  ga,
  gl,
  he,
  hi,
  hr,
  hu,
  hy,
  id,
  is: isl,
  it,
  ja,
  ka,
  kk,
  km,
  ko,
  lt,
  lv,
  mk,
  mn,
  ms,
  mt,
  ne,
  nl,
  no,
  pl,
  pt,
  ro,
  ru,
  shared,
  sk,
  sl,
  sq,
  sr,
  sv,
  sw,
  ta,
  th,
  tl,
  tr,
  uk,
  ur,
  uz,
  vi,
  zh,
} as Readonly<Record<string, readonly Term[]>>;
