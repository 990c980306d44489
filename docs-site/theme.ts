// Before the first picture: the theme that the reader has chosen here, else that of the system.
const chosen = localStorage.getItem('theme');
if (chosen === 'dark' || chosen === 'light') document.documentElement.dataset.theme = chosen;
