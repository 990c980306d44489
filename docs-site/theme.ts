// Applies the chosen theme, or else the system's, before the first paint.
const chosen = localStorage.getItem('theme');
if (chosen === 'dark' || chosen === 'light') document.documentElement.dataset.theme = chosen;
