import './styles.css';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.js';

const root = document.getElementById('root');
if (root !== null) createRoot(root).render(<App />);
