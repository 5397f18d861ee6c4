// The theme opens its drawers and branches by the labels of check boxes that are not shown. Here the keyboard can, too.
'use strict';

const drawers = {__navigation: '.sidebar-drawer', __toc: '.toc-drawer'};

document.addEventListener('DOMContentLoaded', () => {
  for (const label of document.querySelectorAll('.page label[for]:not(.no-toc)')) {
    const box = label.control;
    label.tabIndex = 0;
    label.setAttribute('role', 'button');
    label.setAttribute('aria-label', box.getAttribute('aria-label'));
    label.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' && event.key !== ' ') return;
      event.preventDefault();
      box.checked = !box.checked;
      if (box.checked && box.id in drawers) document.querySelector(`${drawers[box.id]} a`).focus({preventScroll: true});
    });
  }
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape')
      for (const id in drawers) document.getElementById(id).checked = false;
  });
});
