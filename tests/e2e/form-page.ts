// A small page with one of everything that the tools act on.

export const formPage = `
	<h1>Sign up</h1>
	<form action="/welcome" method="post">
		<label>Name <input name="name"></label>
		<label>Mail <input name="mail" type="email"></label>
		<label>Word <input name="word" type="password" value="hush-hush"></label>
		<label>Gait <select name="gait"><option>Walk</option><option>Trot</option></select></label>
		<label><input name="agree" type="checkbox"> I agree</label>
		<button>Create account</button>
	</form>
	<p id="note">Nothing yet.</p>
	<button type="button" onclick="document.getElementById('note').textContent = 'Pressed.'">Press</button>
	<button type="button" disabled>Not now</button>
	<button type="button" onclick="alert('Hello from the page')">Say hello</button>
	<button type="button" onclick="void 0">Idle</button>
	<a href="/other" target="_blank">Elsewhere</a>
`;
