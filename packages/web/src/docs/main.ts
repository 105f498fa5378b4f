import 'swagger-ui-dist/swagger-ui.css';
import bundle from 'swagger-ui-dist/swagger-ui-bundle.js?url';
import './swagger.css';

declare global {
  interface Window {
    SwaggerUIBundle: (options: Readonly<Record<string, unknown>>) => unknown;
  }
}

/** A link inside a button is a barrier, and the service calls no server but itself. */
const withoutBarriers = () => ({
  components: { DeepLink: ({ text }: { text: string }) => text, ServersContainer: () => null },
});

const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = (): void => {
  document.documentElement.classList.toggle('dark-mode', dark.matches);
};
dark.addEventListener('change', follow);
follow();

// The script stays as it is published: Swagger UI ships it in one piece.
const script = document.createElement('script');
script.src = bundle;
script.addEventListener('load', () => {
  window.SwaggerUIBundle({
    url: '/api/openapi.json',
    dom_id: '#reference',
    deepLinking: true,
    docExpansion: 'none',
    defaultModelsExpandDepth: 0,
    filter: true,
    persistAuthorization: false,
    plugins: [withoutBarriers],
    validatorUrl: null,
  });
});
document.head.append(script);
