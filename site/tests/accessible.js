// What a page lets nobody read or use, for site_test.py: functions of the document as it is shown.
'use strict';

(() => {
  // What moves or fades would be seen on its way.
  document.head.append(Object.assign(document.createElement('style'), {
    textContent: '*, ::before, ::after { transition: none !important; animation: none !important; scroll-behavior: auto !important }'
  }));

  const pixel = Object.assign(document.createElement('canvas'), {width: 1, height: 1})
                  .getContext('2d', {willReadFrequently: true});

  /** The color of a pixel that was painted with each of [color, opacity] in turn. */
  const paintings = new Map();
  function painted(layers) {
    const key = JSON.stringify(layers);
    if (!paintings.has(key)) {
      for (const [color, opacity] of layers) {
        pixel.globalAlpha = opacity;
        pixel.fillStyle = color;
        pixel.fillRect(0, 0, 1, 1);
      }
      paintings.set(key, [...pixel.getImageData(0, 0, 1, 1).data.slice(0, 3)]);
    }
    return paintings.get(key);
  }

  function luminance(color) {
    const [red, green, blue] = color.map((byte) => {
      const part = byte / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  }

  /** WCAG 2.2, "contrast ratio". */
  function contrast(one, other) {
    const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
    return (light + 0.05) / (dark + 0.05);
  }

  /** What is painted behind the content of an element, the lowest first. Opacity is taken for that of the backgrounds. */
  function layersBehind(element) {
    const layers = [];
    for (let each = element; each; each = each.parentElement)
      layers.unshift([getComputedStyle(each).backgroundColor, 1]);
    return [['Canvas', 1], ...layers];
  }

  function opacityOf(element) {
    let opacity = 1;
    for (let each = element; each; each = each.parentElement) opacity *= Number(getComputedStyle(each).opacity);
    return opacity;
  }

  /** Of a picture: what is behind a text are the shapes that were drawn before it, where its middle is. */
  function shapesBehind(text, box) {
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const shapes = [...text.ownerSVGElement.querySelectorAll('rect, circle, ellipse, polygon, path')].filter((shape) => {
      const at = shape.getBoundingClientRect();
      return at.left <= x && x <= at.right && at.top <= y && y <= at.bottom &&
          shape.compareDocumentPosition(text) & Node.DOCUMENT_POSITION_FOLLOWING;
    });
    return shapes.map((shape) => getComputedStyle(shape)).filter((style) => style.fill !== 'none')
        .map((style) => [style.fill, Number(style.fillOpacity)]);
  }

  function describe(element) {
    const text = (element.getAttribute('aria-label') ?? element.textContent).trim().replace(/\s+/g, ' ').slice(0, 40);
    return `${element.tagName.toLowerCase()}${element.id && '#' + element.id}.${element.getAttribute('class') ?? ''} '${text}'`;
  }

  const isShown = (element) => element.checkVisibility({visibilityProperty: true, opacityProperty: true});

  function boxOf(node) {
    const range = document.createRange();
    range.selectNodeContents(node);
    return range.getBoundingClientRect();
  }

  /** Visible texts with too little contrast: 4.5, or 3 for what is at least 24 pixels, or 18.66 and bold. */
  function unreadable() {
    const faults = new Set();
    const check = (element, style, color, layers) => {
      const size = parseFloat(style.fontSize);
      const least = size >= 24 || size >= 18.66 && Number(style.fontWeight) >= 700 ? 3 : 4.5;
      const ratio = contrast(painted([...layers, [color, opacityOf(element)]]), painted(layers));
      if (ratio < least) faults.add(`${ratio.toFixed(2)} of ${least}: ${describe(element)}`);
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    let texts = 0;
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      const box = node.data.trim() ? boxOf(node) : {width: 0, height: 0};
      if (box.width <= 1 || box.height <= 1 || !isShown(element)) continue;
      ++texts;
      const style = getComputedStyle(element);
      const inPicture = element.ownerSVGElement;
      check(element, style, inPicture ? style.fill : style.color,
            [...layersBehind(element), ...(inPicture ? shapesBehind(element, box) : [])]);
    }
    for (const field of document.querySelectorAll('[placeholder]'))
      if (isShown(field)) check(field, getComputedStyle(field), getComputedStyle(field, '::placeholder').color, layersBehind(field));
    return {texts, faults: [...faults]};
  }

  /** Controls without a label: its own, or that of an attribute; a button has its text. */
  const unlabeled = () => [...document.querySelectorAll('input:not([type=hidden]), select, textarea, button')].filter(
    (control) => isShown(control) && !control.labels?.length && !control.getAttribute('aria-label') &&
        !control.getAttribute('aria-labelledby') && !(control.tagName === 'BUTTON' && control.textContent.trim())
  ).map(describe);

  /** What a pointer can use. A label is its control, where that is shown. */
  const usable = [...document.querySelectorAll(
    'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, summary, [tabindex="0"], label[for], [onclick]'
  )].filter((element) => isShown(element) && element.getClientRects().length > 0 &&
                         !(element.htmlFor && element.control && isShown(element.control)));
  const reached = new Set();

  /** Takes note of what has the focus. It says what is wrong with it, '' if nothing is, and null at the end. */
  function visit() {
    const element = document.activeElement;
    if (!element || element === document.body || reached.has(element)) return null;
    reached.add(element);
    const style = getComputedStyle(element);
    const box = element.getBoundingClientRect();
    if (box.bottom < 0 || box.top > innerHeight || box.right < 0 || box.left > innerWidth)
      return `out of sight: ${describe(element)}`;
    if (style.outlineStyle === 'none' || parseFloat(style.outlineWidth) === 0) return `no outline: ${describe(element)}`;
    const behind = layersBehind(element.parentElement);
    // The browser's own outline has two colors.
    const ratio = style.outlineStyle === 'auto' ? 3 : contrast(painted([...behind, [style.outlineColor, 1]]), painted(behind));
    return ratio < 3 ? `outline, ${ratio.toFixed(2)} of 3: ${describe(element)}` : '';
  }

  const unreached = () => usable.filter((element) => !reached.has(element)).map(describe);

  globalThis.accessible = {unreadable, unlabeled, visit, unreached};
})();
